// What people, doors and zones are called, remembered until the database tells that a name changed: every row of a list
// asks for three, and looking them up costs the store more than finding the rows.
import type pg from 'pg'

export interface Names {
  /** The names behind the ids, of people, visitors' passes, devices and zones alike. */
  of(querier: Pick<pg.ClientBase, 'query'>, ids: readonly (string | null)[]): Promise<Known>
  forget(): void
}

export interface Known {
  /** What it is called now; undefined is whatever is unknown. */
  get(id: string): string | undefined
  /** What it was called at a moment, in ISO 8601. */
  at(id: string, moment: string): string | undefined
}

/** What it is called, and was before: the oldest name first, each up to a moment. */
interface Called {
  readonly name: string
  readonly former: readonly { readonly name: string; readonly until: string }[]
}

const mostNames = 50_000

export const createNames = (): Names => {
  let known = new Map<string, Called>()

  return {
    async of(querier, ids) {
      const remembered = known
      const missing = ids.filter((id) => id !== null && !remembered.has(id))
      if (missing.length === 0) return knownOf(remembered)
      const { rows } = await querier.query<{ id: string; name: string; former: Called['former'] | null }>(lookUp, [
        missing,
      ])
      // Told meanwhile: good for this answer, and no longer.
      const found = remembered === known && known.size < mostNames ? known : new Map(remembered)
      for (const { id, name, former } of rows) found.set(id, { name, former: former ?? none })
      if (known.size >= mostNames) known = new Map()
      return knownOf(found)
    },
    forget() {
      known = new Map()
    },
  }
}

const none: Called['former'] = []

const knownOf = (all: ReadonlyMap<string, Called>): Known => ({
  get: (id) => all.get(id)?.name,
  at(id, moment) {
    const called = all.get(id)
    return called?.former.find(({ until }) => moment < until)?.name ?? called?.name
  },
})

const lookUp = `select n.id, n.name, (select json_agg(json_build_object('name', f.name,
    'until', to_char(f.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.until)
    from former_name f where f.id = n.id) as former
  from (select id, first_name || ' ' || last_name as name from users where id = any ($1::uuid[])
  union all select id, name from device where id = any ($1::uuid[])
  union all select id, name from zone where id = any ($1::uuid[])
  union all select id, visitor_name from visitor_pass where id = any ($1::uuid[])) n`
