package io.oxicloud.rest;

import io.oxicloud.account.BasicUse;
import io.oxicloud.account.SignIn;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.List;

/**
 * Puts the guards before each handler when the API starts: none before one marked {@link Public}, the administrators'
 * gate before everything below {@code /api/admin}, credentials and CSRF check before all others.
 */
final class Protection implements DynamicFeature {
    private final Authentication users;
    private final Authentication administrators;
    private final CsrfCheck csrf = new CsrfCheck();
    private final AdminGate gate = new AdminGate();

    Protection(SignIn signIn) {
        this.users = new Authentication(signIn, BasicUse.API);
        this.administrators = new Authentication(signIn, BasicUse.ADMIN);
    }

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        Operation operation = resource.getResourceMethod().getAnnotation(Operation.class);
        if (operation != null && operation.status() != 200) {
            context.register(new DeclaredStatus(operation.status()));
        }
        List<String> required = RequiredParameters.of(resource.getResourceMethod());
        if (!required.isEmpty()) {
            context.register(
                    new RequiredParameters(required), Priorities.USER); // who may not call learns nothing of it
        }
        switch (Route.guard(resource.getResourceMethod())) {
            case PUBLIC -> {}
            case USER -> register(context, users);
            case ADMIN -> {
                register(context, administrators);
                context.register(gate, Priorities.AUTHORIZATION + 1);
            }
        }
    }

    private void register(FeatureContext context, Authentication authentication) {
        context.register(authentication, Priorities.AUTHENTICATION);
        context.register(csrf, Priorities.AUTHORIZATION);
    }
}
