package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.DocComment;
import dev.quarry.qapi.syntax.Expression;
import dev.quarry.qapi.syntax.Pragmas;
import dev.quarry.qapi.syntax.Pragmas.Exceptions;
import dev.quarry.qapi.syntax.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the form of one expression: keys, kinds of values, names, conditions, features, flags. */
final class FormReader {
    private static final List<String> FALSE_FLAGS = List.of("gen", "success-response");
    private static final List<String> TRUE_FLAGS =
            List.of("boxed", "allow-oob", "allow-preconfig", "coroutine");

    private final Expression expression;
    private final Map<String, Value> keys;
    private final Pragmas pragmas;
    private final Dialect dialect;
    private final Keyword keyword;
    private final String name;
    private final Subject subject;

    private FormReader(Expression expression, Pragmas pragmas, Dialect dialect) {
        this.expression = expression;
        this.keys = expression.object().members();
        this.pragmas = pragmas;
        this.dialect = dialect;
        Subject nameless = new Subject(expression.location(), null, dialect);
        this.keyword = keyword(nameless);
        this.name = nameless.text(keys.get(keyword.key()), "'" + keyword.key() + "'");
        this.subject =
                new Subject(expression.location(), keyword.key() + " '" + name + "'", dialect);
    }

    /** The expression's form, if it is right. */
    static Form read(Expression expression, Pragmas pragmas, Dialect dialect) {
        return new FormReader(expression, pragmas, dialect).read();
    }

    private Keyword keyword(Subject nameless) {
        List<Keyword> found = Keyword.among(keys.keySet(), dialect);
        if (found.size() != 1) {
            throw nameless.failure("an expression must have one of " + Keyword.listed(dialect));
        }
        return found.get(0);
    }

    private Form read() {
        checkName();
        DocComment comment = comment();
        subject.object(
                expression.object(),
                keyword.key(),
                keyword.required(dialect),
                keyword.optional(dialect));
        Form.Contents contents = contents();
        Condition condition = ConditionForm.read(subject, keys.get("if"), keyword.key());
        List<Feature> features = FeatureForm.read(subject, keys.get("features"));
        checkFlags();
        return new Form(expression, subject, keyword, name, contents, condition, features, comment);
    }

    private void checkName() {
        switch (keyword) {
            case EVENT -> NameRules.event(subject, name, keyword.key());
            case COMMAND -> {
                boolean under = pragmas.excepts(Exceptions.COMMAND_NAME, name);
                boolean upper = !dialect.refuses(600);
                NameRules.lower(subject, name, keyword.key(), upper, under);
            }
            default -> NameRules.type(subject, name, keyword.key());
        }
    }

    /** The documentation, if it is of this definition; since 2.9 it must be. */
    private @Nullable DocComment comment() {
        DocComment comment = expression.comment();
        boolean strict = dialect.refuses(209);
        if (comment != null && !strict && !name.equals(comment.symbol())) {
            comment = null;
        }
        if (comment == null) {
            if (pragmas.docRequired()) {
                throw subject.failure("it must be documented");
            }
            return null;
        }
        if (!name.equals(comment.symbol())) {
            throw subject.failure("the documentation before it is of '" + comment.symbol() + "'");
        }
        return comment;
    }

    private Form.Contents contents() {
        return switch (keyword) {
            case ENUM -> enumContents();
            case STRUCT, TYPE -> struct();
            case UNION -> union();
            case ALTERNATE -> alternate();
            case COMMAND -> command();
            case EVENT -> event();
        };
    }

    private Form.Contents enumContents() {
        if (!(keys.get("data") instanceof Value.Array array)) {
            throw subject.failure("'data' must be an array");
        }
        Value prefix = keys.get("prefix");
        String prefixText = prefix == null ? null : subject.text(prefix, "'prefix'");
        List<EnumValue> values = new ArrayList<>();
        for (Value element : array.elements()) {
            values.add(enumValue(element));
        }
        return new Form.EnumContents(values, prefixText);
    }

    private EnumValue enumValue(Value element) {
        Set<String> optional = dialect.accepts(602) ? Set.of("if", "features") : Set.of("if");
        Map<String, Value> parts =
                element instanceof Value.Dictionary && dialect.accepts(400)
                        ? subject.object(element, "a value", Set.of("name"), optional)
                        : Map.of("name", element);
        String value = subject.text(parts.get("name"), "the name of a value");
        String what = "value '" + value + "'";
        boolean digit = !value.isEmpty() && Character.isDigit(value.charAt(0));
        boolean permissive = isPermissive();
        NameRules.lower(subject, digit ? "d" + value : value, what, permissive, permissive);
        return new EnumValue(
                value,
                ConditionForm.read(subject, parts.get("if"), what),
                FeatureForm.read(subject, parts.get("features")));
    }

    private boolean isPermissive() {
        return isPermissive("") || isPermissive("base");
    }

    /** Before 6.0 inline members were excepted by the name of the type that they imply. */
    private boolean isPermissive(String role) {
        if (role.isEmpty()) {
            return pragmas.excepts(Exceptions.MEMBER_NAME, name);
        }
        String implied = "q_obj_" + name + "-" + role;
        return dialect.acceptsUntil(600) && pragmas.excepts(Exceptions.MEMBER_NAME, implied);
    }

    private Form.Contents struct() {
        Value base = keys.get("base");
        String baseName =
                base == null ? null : TypeForm.read(subject, base, "'base'", false).name();
        return new Form.StructContents(
                baseName, MemberForm.members(subject, dataObject(), "'data'", isPermissive()));
    }

    private Form.Contents union() {
        Value tag = keys.get("discriminator");
        if (tag == null && dialect.acceptsUntil(602)) {
            return simpleUnion();
        }
        if (tag instanceof Value.Dictionary && dialect.acceptsUntil(204)) {
            return alternate();
        }
        boolean inline = dialect.accepts(206);
        Form.ObjectForm base = object(keys.get("base"), "'base'", inline, isPermissive());
        String discriminator = subject.text(tag, "'discriminator'");
        return new Form.UnionContents(base, discriminator, branches(false));
    }

    private Form.Contents simpleUnion() {
        Value base = keys.get("base");
        if (base == null) {
            return new Form.SimpleUnionContents(null, branches(true));
        }
        if (!dialect.acceptsUntil(204)) {
            throw subject.failure("a union with a 'base' needs a 'discriminator'");
        }
        String name = TypeForm.read(subject, base, "'base'", false).name();
        return new Form.SimpleUnionContents(name, branches(true));
    }

    private List<MemberForm> branches(boolean allowArray) {
        List<MemberForm> branches = new ArrayList<>();
        dataObject()
                .members()
                .forEach((k, v) -> branches.add(MemberForm.branch(subject, k, v, allowArray)));
        return branches;
    }

    private Form.Contents alternate() {
        Map<String, Value> data = dataObject().members();
        boolean unchecked = dialect.last() < 206;
        if (data.isEmpty() && !unchecked) {
            throw subject.failure("'data' may not be empty");
        }
        if (data.size() < 2 && !dialect.accepts(402) && !dialect.acceptsUntil(206)) {
            throw subject.failure("'data' must have two branches");
        }
        boolean arrays = dialect.accepts(701);
        List<MemberForm> branches = new ArrayList<>();
        data.forEach((key, value) -> {
            NameRules.lower(subject, key, "branch '" + key + "'", false, false);
            branches.add(MemberForm.branch(subject, key, value, arrays));
        });
        return new Form.AlternateContents(branches);
    }

    private Value.Dictionary dataObject() {
        if (keys.get("data") instanceof Value.Dictionary object) {
            return object;
        }
        throw subject.failure("'data' must be an object");
    }

    private Form.Contents command() {
        Form.ObjectForm arguments = arguments();
        Value returns = keys.get("returns");
        TypeForm returned =
                returns == null ? null : TypeForm.read(subject, returns, "'returns'", true);
        List<String> flags = new ArrayList<>(FALSE_FLAGS);
        flags.addAll(TRUE_FLAGS);
        flags.retainAll(keys.keySet());
        return new Form.CommandContents(arguments, returned, flags);
    }

    /** In no release could a member of an event be a nameless struct. */
    private Form.Contents event() {
        Form.ObjectForm data = arguments();
        if (data instanceof Form.Inline inline) {
            for (MemberForm member : inline.members()) {
                if (member.type().members() != null) {
                    throw subject.failure(
                            "member '" + member.name() + "' of an event must have a type's name");
                }
            }
        }
        return new Form.EventContents(data, keys.containsKey("boxed"));
    }

    private Form.@Nullable ObjectForm arguments() {
        Value data = keys.get("data");
        boolean boxed = isTrue(keys.get("boxed"));
        if (data == null) {
            if (boxed) {
                throw subject.failure("'boxed' needs 'data'");
            }
            return null;
        }
        return object(data, "'data'", !boxed, isPermissive("arg"));
    }

    private static boolean isTrue(@Nullable Value value) {
        return value instanceof Value.Flag flag && flag.value();
    }

    private Form.ObjectForm object(
            @Nullable Value value, String what, boolean allowInline, boolean permissive) {
        if (allowInline && value instanceof Value.Dictionary object) {
            return new Form.Inline(MemberForm.members(subject, object, what, permissive));
        }
        return new Form.Named(TypeForm.read(subject, value, what, false).name());
    }

    private void checkFlags() {
        FALSE_FLAGS.forEach(flag -> checkFlag(flag, false));
        TRUE_FLAGS.forEach(flag -> checkFlag(flag, true));
        if (keys.containsKey("allow-oob") && keys.containsKey("coroutine")) {
            throw subject.failure("'allow-oob' and 'coroutine' exclude each other");
        }
    }

    private void checkFlag(String flag, boolean only) {
        Value value = keys.get(flag);
        boolean right = value instanceof Value.Flag f && f.value() == only;
        boolean old = value instanceof Value.Text t && !only && t.text().equals("no");
        if (value != null && !right && !(old && dialect.acceptsUntil(204))) {
            throw subject.failure("'" + flag + "' may be " + only + " or left out, nothing else");
        }
    }
}
