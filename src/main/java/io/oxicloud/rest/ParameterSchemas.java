package io.oxicloud.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.ws.rs.DefaultValue;
import java.lang.reflect.Parameter;

/** JSON Schemas of path and query parameters: texts, numbers, yes or no, ids, page sizes. */
final class ParameterSchemas {
    private ParameterSchemas() {}

    static ObjectNode of(ObjectMapper mapper, Parameter parameter) {
        ObjectNode schema = mapper.createObjectNode();
        Class<?> type = parameter.getType();
        DefaultValue absent = parameter.getAnnotation(DefaultValue.class);
        if (type == PageSize.class || type == int.class) {
            schema.put("type", "integer").put("format", "int32");
            if (absent != null) {
                schema.put("default", Integer.parseInt(absent.value()));
            }
            return schema;
        }
        if (type == boolean.class || type == Boolean.class) {
            schema.put("type", "boolean");
            if (absent != null) {
                schema.put("default", Boolean.parseBoolean(absent.value()));
            }
            return schema;
        }
        schema.put("type", "string");
        if (TypedParameters.isId(type)) {
            schema.put("format", "uuid");
        }
        if (absent != null) {
            schema.put("default", absent.value());
        }
        return schema;
    }
}
