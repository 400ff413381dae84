package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.lang.model.element.Modifier;

/** Writes a union: a sealed interface, and a record for each branch with all its members. */
final class UnionWriter {
    private final ObjectType union;
    private final JavaTypes types;
    private final Documentations documentations;
    private final ClassName name;
    private final Member tag;
    private final EnumType tagType;
    private final ClassName unknown;
    private final boolean open;
    private final Map<String, ClassName> branchNames = new HashMap<>();

    UnionWriter(ObjectType union, JavaTypes types, Documentations documentations) {
        this.union = union;
        this.types = types;
        this.documentations = documentations;
        this.name = types.className(union.name());
        this.tag = union.tagMember();
        this.tagType = union.tagType();
        UniqueNames names = UniqueNames.ofClasses();
        JavaNames.JAVA_LANG.forEach(names::claim);
        names.claim(name.simpleName());
        names.claim("Builder");
        names.claim("Deserializer");
        for (Branch branch : union.branches()) {
            String wanted = JavaNames.type(branch.name());
            branchNames.put(branch.name(), name.nestedClass(names.claim(wanted)));
        }
        this.open = types.isOpen(union);
        this.unknown = name.nestedClass(names.claim("Unknown"));
    }

    /**
     * Whether a component stands for a branch that is a union itself: its members are not nested.
     */
    static boolean isNestedUnion(Component component) {
        return component.wireName().isEmpty();
    }

    TypeSpec type() {
        TypeSpec.Builder spec =
                TypeSpec.interfaceBuilder(name)
                        .addModifiers(Modifier.PUBLIC, Modifier.SEALED)
                        .addAnnotation(Support.generated())
                        .addAnnotations(Component.annotations(union.features()))
                        .addJavadoc(JavadocText.of(union, "{@code " + union.name() + "}."))
                        .addSuperinterface(Support.ENCODABLE);
        accessors().forEach(spec::addMethod);
        spec.addMethods(List.of(decode(), decodeMembers(), encode(), encodeMembers()));
        for (Branch branch : union.branches()) {
            spec.addPermittedSubclass(branchName(branch)).addType(branch(branch));
        }
        if (open) {
            spec.addPermittedSubclass(unknown).addType(unknown());
        }
        return annotated(spec).build();
    }

    private ClassName branchName(Branch branch) {
        ClassName branchName = branchNames.get(branch.name());
        if (branchName == null) {
            throw new IllegalArgumentException(branch.name());
        }
        return branchName;
    }

    private TypeSpec.Builder annotated(TypeSpec.Builder spec) {
        boolean nested = union.branches().stream().anyMatch(UnionWriter::isUnion);
        if (nested || open) {
            return AlternateWriter.withJacksonAdapter(spec, name, false);
        }
        AnnotationSpec.Builder subTypes = AnnotationSpec.builder(Support.JSON_SUB_TYPES);
        for (Branch branch : union.branches()) {
            subTypes.addMember(
                    "value",
                    "@$T.Type(value = $T.class, name = $S)",
                    Support.JSON_SUB_TYPES,
                    branchName(branch),
                    branch.name());
        }
        return spec.addAnnotation(
                        AnnotationSpec.builder(Support.JSON_TYPE_INFO)
                                .addMember("use", "$T.Id.NAME", Support.JSON_TYPE_INFO)
                                .addMember("include", "$T.As.PROPERTY", Support.JSON_TYPE_INFO)
                                .addMember("property", "$S", tag.name())
                                .build())
                .addAnnotation(subTypes.build());
    }

    private static boolean isUnion(Branch branch) {
        return branch.type().type() instanceof ObjectType type && type.isUnion();
    }

    private List<MethodSpec> accessors() {
        List<MethodSpec> accessors = new ArrayList<>();
        for (Component c : members()) {
            accessors.add(accessor(c));
        }
        return accessors;
    }

    private MethodSpec accessor(Component c) {
        MethodSpec.Builder accessor =
                MethodSpec.methodBuilder(c.javaName())
                        .addJavadoc(
                                JavadocText.of(
                                        c.documentation(),
                                        c.condition(),
                                        "{@code " + c.wireName() + "}."))
                        .addAnnotations(Component.annotations(c.features()))
                        .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                        .returns(c.declaredType());
        if (open && c.isDeprecated()) {
            accessor.addAnnotation(Deprecated.class);
        }
        return accessor.build();
    }

    private List<Component> members() {
        return Component.of(union.members(), types, open, documentations::member);
    }

    private MethodSpec decode() {
        return MethodSpec.methodBuilder("decode")
                .addJavadoc("Reads one from JSON, strictly or leniently as the input says.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(Support.JSON_INPUT, "in")
                .addStatement("return decodeMembers(in.object())")
                .build();
    }

    private MethodSpec decodeMembers() {
        Map<String, String> constants = EnumWriter.constants(tagType);
        CodeBlock.Builder code = CodeBlock.builder();
        CodeBlock value =
                CodeBlock.of("in.required($S, $L)", tag.name(), types.decoder(tagType, open));
        if (open) {
            code.addStatement("$T tag = $L", types.typeName(tagType, true), value)
                    .beginControlFlow("if (!tag.isKnown())")
                    .addStatement("return $T.decodeMembers(in)", unknown)
                    .endControlFlow();
        }
        code.add("return switch ($L) {\n$>", open ? CodeBlock.of("tag.known()") : value);
        for (Branch branch : union.branches()) {
            code.add(
                    "case $L -> $T.decodeMembers($L);\n",
                    constants.get(branch.name()),
                    branchName(branch),
                    branchInput(branch));
        }
        code.add("$<};\n");
        return MethodSpec.methodBuilder("decodeMembers")
                .addJavadoc("Reads one from the members of an object that not all are read of.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(Support.OBJECT_INPUT, "in")
                .addCode(code.build())
                .build();
    }

    private CodeBlock branchInput(Branch branch) {
        if (branch.condition().isAlways()) {
            return CodeBlock.of("in");
        }
        CodeBlock holds = ConditionCode.of(branch.condition(), "in.conditions()");
        return CodeBlock.of("in.branchIf($L, $S)", holds, tag.name());
    }

    private static MethodSpec encode() {
        return MethodSpec.methodBuilder("encode")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
                .addParameter(Support.JSON_GENERATOR, "out")
                .addStatement("$T.of(out).with(this::encodeMembers).end()", Support.OBJECT_OUTPUT)
                .build();
    }

    private static MethodSpec encodeMembers() {
        return MethodSpec.methodBuilder("encodeMembers")
                .addJavadoc("Writes the members into an object.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .addParameter(Support.OBJECT_OUTPUT, "out")
                .build();
    }

    private TypeSpec branch(Branch branch) {
        return new BranchWriter(union, branch, branchName(branch), types, documentations)
                .type(name);
    }

    /** The branch that only a newer server knows. */
    private TypeSpec unknown() {
        RecordWriter writer = new RecordWriter(unknown, members(), types, true);
        return writer.record()
                .addModifiers(Modifier.STATIC)
                .addJavadoc("A branch that this schema lacks, as a newer server may send.\n")
                .addJavadoc(writer.parameters())
                .addSuperinterface(name)
                .addMethod(writer.encodeMembers(""))
                .build();
    }
}
