// What people, doors and zones are called, remembered until the database tells that a name changed: every row of a list
// asks for three, and looking them up costs the store more than finding the rows.
import type pg from 'pg'

export interface Names {
  /** The names behind the ids, of people, visitors' passes, devices and zones alike; absent is whatever is unknown. */
  of(querier: Pick<pg.ClientBase, 'query'>, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>>
  forget(): void
}

const mostNames = 50_000

export const createNames = (): Names => {
  let known = new Map<string, string>()

  return {
    async of(querier, ids) {
      const remembered = known
      const missing = ids.filter((id) => id !== null && !remembered.has(id))
      if (missing.length === 0) return remembered
      const { rows } = await querier.query<{ id: string; name: string }>(lookUp, [missing])
      // Told meanwhile: good for this answer, and no longer.
      const found = remembered === known && known.size < mostNames ? known : new Map(remembered)
      for (const { id, name } of rows) found.set(id, name)
      if (known.size >= mostNames) known = new Map()
      return found
    },
    forget() {
      known = new Map()
    },
  }
}

const lookUp = `select id, first_name || ' ' || last_name as name from users where id = any ($1::uuid[])
  union all select id, name from device where id = any ($1::uuid[])
  union all select id, name from zone where id = any ($1::uuid[])
  union all select id, visitor_name from visitor_pass where id = any ($1::uuid[])`
