import pg from 'pg'

/**
 * Makes an empty database one that the commits of before the baseline left, with 32 steps, or one of the very first of them, with two. `content`
 * reads all relations and the steps.
 */
export async function unreleasedDatabase(
  connection: string | pg.ClientConfig,
  version: 32 | 2,
): Promise<{ content(): Promise<unknown> }> {
  const ask = async (text: string) => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
  await ask(version === 32 ? byTheMigrator : byOurselves)
  return {
    async content() {
      const { rows } = await ask(`select relname, relkind, relfilenode from pg_class
        where relnamespace = 'public'::regnamespace order by relname`)
      const steps = await ask('select * from schema_version order by version')
      return [rows, steps.rows]
    },
  }
}

const byTheMigrator = `
  create table client (name text);
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  insert into kysely_migration
    select lpad(n::text, 4, '0') || ' a step', now()::text from generate_series(1, 32) n;
  create view schema_version as
    select split_part(name, ' ', 1)::integer as version, name from kysely_migration`
const byOurselves = `
  create table client (name text);
  create table schema_version (version integer primary key, name text not null);
  insert into schema_version select n, 'a step' from generate_series(1, 2) n`
