import type pg from 'pg'

const TABLES = `select c.relname as name,
    coalesce((select array_agg(distinct p.relname::text) from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid), '{}') as parents
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
  order by c.relname`

/** The tables of the app, those that others refer to first. */
export const tablesInOrder = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; parents: string[] }>(TABLES)
  const done: string[] = []
  while (done.length < rows.length) {
    const ready = rows.filter(({ name, parents }) => !done.includes(name) && parents.every((it) => done.includes(it)))
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    done.push(...ready.map(({ name }) => name))
  }
  return done
}
