-- Every action as the rows that it took out and put in, so that it can be undone, also after a
-- restart. Rows are only added while people work, so that two actions at once never collide here;
-- what may be undone and redone follows from reading them in order (store/reading/history.py).

CREATE SEQUENCE history_id;
CREATE TABLE history (
    id BIGINT NOT NULL,
    made_at TIMESTAMP NOT NULL,
    kind VARCHAR NOT NULL,          -- 'done', 'undone', 'redone'
    step BIGINT NOT NULL,           -- what was undone or redone; an action's own id where it was done
    what VARCHAR NOT NULL,
    changes VARCHAR NOT NULL        -- JSON, see store/history.py; empty where nothing new was done
);
