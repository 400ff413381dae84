package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;

/** The classes that generated code refers to. */
final class Support {
    private static final String CODEC = "dev.quarry.qmp.codec";
    private static final String JACKSON = "com.fasterxml.jackson.annotation";

    static final ClassName JSON_INPUT = ClassName.get(CODEC, "JsonInput");
    static final ClassName OBJECT_INPUT = ClassName.get(CODEC, "ObjectInput");
    static final ClassName OBJECT_OUTPUT = ClassName.get(CODEC, "ObjectOutput");
    static final ClassName JSON_OUTPUT = ClassName.get(CODEC, "JsonOutput");
    static final ClassName ENCODABLE = ClassName.get(CODEC, "Encodable");
    static final ClassName OPEN_ENUM = ClassName.get(CODEC, "OpenEnum");
    static final ClassName QMP_EXCEPTION = ClassName.get(CODEC, "QmpException");
    static final ClassName MEMBERS = ClassName.get(CODEC, "Members");
    static final ClassName COMMAND = ClassName.get(CODEC, "Command");
    static final ClassName FLAG = COMMAND.nestedClass("Flag");
    static final ClassName TRANSPORT = ClassName.get(CODEC, "CommandTransport");
    static final ClassName EVENT = ClassName.get(CODEC, "QapiEvent");
    static final ClassName UNKNOWN_EVENT = ClassName.get(CODEC, "UnknownEvent");
    static final ClassName FEATURES = ClassName.get(CODEC, "Features");
    static final ClassName ALTERNATE_SERIALIZER = ClassName.get(CODEC, "AlternateSerializer");
    static final ClassName ALTERNATE_DESERIALIZER = ClassName.get(CODEC, "AlternateDeserializer");

    static final ClassName JSON_PROPERTY = ClassName.get(JACKSON, "JsonProperty");
    static final ClassName JSON_INCLUDE = ClassName.get(JACKSON, "JsonInclude");
    static final ClassName JSON_ANY_GETTER = ClassName.get(JACKSON, "JsonAnyGetter");
    static final ClassName JSON_ANY_SETTER = ClassName.get(JACKSON, "JsonAnySetter");
    static final ClassName JSON_TYPE_INFO = ClassName.get(JACKSON, "JsonTypeInfo");
    static final ClassName JSON_SUB_TYPES = ClassName.get(JACKSON, "JsonSubTypes");
    static final ClassName JSON_SERIALIZE =
            ClassName.get("tools.jackson.databind.annotation", "JsonSerialize");
    static final ClassName JSON_DESERIALIZE =
            ClassName.get("tools.jackson.databind.annotation", "JsonDeserialize");
    static final ClassName JSON_GENERATOR = ClassName.get("tools.jackson.core", "JsonGenerator");
    static final ClassName JSON_NODE = ClassName.get("tools.jackson.databind", "JsonNode");

    private static final ClassName NULLABLE = ClassName.get("org.jspecify.annotations", "Nullable");
    private static final ClassName GENERATED =
            ClassName.get("javax.annotation.processing", "Generated");

    private Support() {}

    static TypeName nullable(TypeName type) {
        return type.box().annotated(AnnotationSpec.builder(NULLABLE).build());
    }

    static AnnotationSpec generated() {
        return AnnotationSpec.builder(GENERATED)
                .addMember("value", "$S", "dev.quarry.qapi")
                .build();
    }
}
