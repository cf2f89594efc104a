// What the store knows of backups.
import type pg from 'pg'

export interface Backup {
  readonly id: string
  /** ISO 8601: what is in it is as of this moment or a little later. */
  readonly startedAt: string
  readonly endedAt: string
  readonly path: string
  /** null: it failed. */
  readonly bytes: number | null
  readonly error: string | null
}

type Querier = Pick<pg.Pool, 'query'>

const maxStored = 200

/** Notes it; older ones than the newest 200 are forgotten. */
export const recordBackup = async (
  on: Querier,
  { id, startedAt, endedAt, path, bytes, error }: Backup,
): Promise<void> => {
  await on.query('insert into backup (id, started_at, ended_at, path, bytes, error) values ($1, $2, $3, $4, $5, $6)', [
    id,
    startedAt,
    endedAt,
    path,
    bytes,
    error,
  ])
  await on.query('delete from backup where id in (select id from backup order by started_at desc, id offset $1)', [
    maxStored,
  ])
}

export interface Newest {
  readonly made: Backup | undefined
  readonly failed: Backup | undefined
}

/** The newest that was made, and the newest that was not. */
export const newestBackups = async (on: Querier): Promise<Newest> => {
  const { rows } = await on.query<Omit<Backup, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date }>(
    `with known as (select id, started_at as "startedAt", ended_at as "endedAt", path, bytes, error from backup)
     (select * from known where error is null order by "startedAt" desc limit 1)
     union all (select * from known where error is not null order by "startedAt" desc limit 1)`,
  )
  const found = rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  }))
  return { made: found.find(({ error }) => error === null), failed: found.find(({ error }) => error !== null) }
}
