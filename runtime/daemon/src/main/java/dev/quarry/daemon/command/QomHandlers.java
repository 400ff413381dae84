package dev.quarry.daemon.command;

import dev.quarry.daemon.object.Iothread;
import dev.quarry.daemon.object.ObjectRegistry;
import dev.quarry.daemon.object.Property;
import dev.quarry.daemon.object.QomObject;
import dev.quarry.daemon.object.Secret;
import dev.quarry.daemon.object.ThrottleGroup;
import dev.quarry.qapi.generated.ObjectDelArguments;
import dev.quarry.qapi.generated.ObjectOptions;
import dev.quarry.qapi.generated.ObjectPropertyInfo;
import dev.quarry.qapi.generated.QomCommands;
import dev.quarry.qapi.generated.QomGetArguments;
import dev.quarry.qapi.generated.QomListArguments;
import dev.quarry.qapi.generated.QomSetArguments;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;

/** The commands about objects. */
public final class QomHandlers implements QomCommands {
    private static final String TYPE = "type";

    private final ObjectRegistry objects;
    private final Conditions conditions;

    /**
     * @param objects the objects there are
     * @param conditions that new values of properties are read under
     */
    public QomHandlers(ObjectRegistry objects, Conditions conditions) {
        this.objects = objects;
        this.conditions = conditions;
    }

    @Override
    public void objectAdd(ObjectOptions options) {
        objects.checkFree(options.id());
        objects.add(
                options.id(),
                switch (options) {
                    case ObjectOptions.Iothread iothread -> new Iothread(iothread.data());
                    case ObjectOptions.Secret secret -> new Secret(secret.data_(), objects);
                    case ObjectOptions.ThrottleGroup group -> new ThrottleGroup(group);
                });
    }

    @Override
    public void objectDel(ObjectDelArguments arguments) {
        objects.remove(arguments.id());
    }

    @Override
    public List<ObjectPropertyInfo> qomList(QomListArguments arguments) {
        List<ObjectPropertyInfo> all = new ArrayList<>();
        all.add(info(TYPE, "string"));
        objects.at(arguments.path())
                .properties()
                .forEach((name, property) -> all.add(info(name, property.type())));
        return all;
    }

    @Override
    public JsonNode qomGet(QomGetArguments arguments) {
        QomObject object = objects.at(arguments.path());
        if (arguments.property().equals(TYPE)) {
            return JsonNodeFactory.instance.stringNode(object.type());
        }
        var reader = property(object, arguments.property()).reader();
        if (reader == null) {
            throw QmpException.generic(
                    "The property '" + arguments.property() + "' cannot be read back");
        }
        return reader.get();
    }

    @Override
    public void qomSet(QomSetArguments arguments) {
        QomObject object = objects.at(arguments.path());
        String name = arguments.property();
        var writer = name.equals(TYPE) ? null : property(object, name).writer();
        if (writer == null) {
            throw QmpException.generic("The property '" + name + "' cannot be changed");
        }
        writer.accept(JsonInput.strict(arguments.value(), conditions));
    }

    private static Property property(QomObject object, String name) {
        Property property = object.properties().get(name);
        if (property == null) {
            throw QmpException.generic("There is no property '" + name + "' of a " + object.type());
        }
        return property;
    }

    private static ObjectPropertyInfo info(String name, String type) {
        return new ObjectPropertyInfo(name, type, null, null);
    }
}
