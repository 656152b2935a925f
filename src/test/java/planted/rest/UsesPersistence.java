package planted.rest;

import jakarta.persistence.EntityManager;

interface UsesPersistence {
    EntityManager manager();
}
