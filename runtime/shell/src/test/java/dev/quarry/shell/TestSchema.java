package dev.quarry.shell;

import dev.quarry.qmp.RelaxedJson;

/** A small schema with one of each kind of type. */
final class TestSchema {
    static final String REPLY =
            """
            [{'name': 'disk-add', 'meta-type': 'command', 'arg-type': '1', 'ret-type': '0'},
             {'name': 'disk-del', 'meta-type': 'command', 'arg-type': '0', 'ret-type': '0'},
             {'name': '0', 'meta-type': 'object', 'members': []},
             {'name': '1', 'meta-type': 'object', 'tag': 'driver',
              'members': [{'name': 'driver', 'type': '2'}, {'name': 'name', 'type': 'str'},
                          {'name': 'sizes', 'type': '[int]', 'default': null},
                          {'name': 'zeros', 'type': '7', 'default': null}],
              'variants': [{'case': 'raw', 'type': '3'}, {'case': 'file', 'type': '4'}]},
             {'name': '2', 'meta-type': 'enum', 'values': ['file', 'raw'], 'members': []},
             {'name': '3', 'meta-type': 'object', 'members': [{'name': 'file', 'type': '5'}]},
             {'name': '4', 'meta-type': 'object',
              'members': [{'name': 'path', 'type': 'str'},
                          {'name': 'direct', 'type': 'bool', 'default': null},
                          {'name': 'rate', 'type': 'number', 'default': null},
                          {'name': 'other', 'type': 'any', 'default': null}]},
             {'name': '5', 'meta-type': 'alternate', 'members': [{'type': '1'}, {'type': 'str'}]},
             {'name': '[int]', 'meta-type': 'array', 'element-type': 'int'},
             {'name': '7', 'meta-type': 'alternate', 'members': [{'type': 'bool'}, {'type': '8'}]},
             {'name': '8', 'meta-type': 'enum', 'values': ['on', 'unmap'], 'members': []},
             {'name': 'int', 'meta-type': 'builtin', 'json-type': 'int'},
             {'name': 'str', 'meta-type': 'builtin', 'json-type': 'string'},
             {'name': 'bool', 'meta-type': 'builtin', 'json-type': 'boolean'},
             {'name': 'number', 'meta-type': 'builtin', 'json-type': 'number'},
             {'name': 'any', 'meta-type': 'builtin', 'json-type': 'value'}]
            """;

    private TestSchema() {}

    static Schema schema() {
        return Schema.of(RelaxedJson.parse(REPLY));
    }
}
