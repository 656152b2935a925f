package planted.files;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An entity that everybody can see. */
@Entity
public class PublicEntity {
    @Id
    UUID id = new UUID(0, 0);
}
