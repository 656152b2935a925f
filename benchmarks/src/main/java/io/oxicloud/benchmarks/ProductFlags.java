package io.oxicloud.benchmarks;

import io.oxicloud.account.Directory;
import io.oxicloud.account.UserFlags;
import io.oxicloud.base.UserId;

/** After: as the product knows them. */
final class ProductFlags implements FlagsArm {
    private final Product product;
    private final Directory directory;
    private final UserId user;

    ProductFlags(Product product, UserId user) {
        this.product = product;
        this.directory = product.directory();
        this.user = user;
    }

    @Override
    public String name() {
        return "after";
    }

    @Override
    public void forget() {
        product.forget(Directory.FLAGS, user.toString());
    }

    @Override
    public Flags ask() {
        UserFlags flags = directory.flags(user);
        return new Flags(flags.admin(), flags.active(), flags.external());
    }

    @Override
    public long missed() {
        return product.figures(Directory.FLAGS).misses();
    }
}
