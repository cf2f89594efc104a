// How the connections of polled devices are, in the store: written by the node that polls, read by all.
import { type Db, execute, isoRowsOf } from '../../db/pool.ts'
import type { ConnectionState } from '@gatehouse/contract/building/polling'
import type { PollState } from './connection.ts'

export const writeStates = (db: Db, states: readonly PollState[]) =>
  execute(db)`
    insert into poll_state as s (device_id, last_poll_at, last_good_at, failures, success_share, round_trip_ms, trouble, error,
      next_poll_at)
    select t.* from unnest(${states.map((s) => s.deviceId)}::uuid[], ${states.map((s) => s.lastPollAt)}::timestamptz[],
        ${states.map((s) => s.lastGoodAt)}::timestamptz[], ${states.map((s) => s.failures)}::int[],
        ${states.map((s) => s.successShare)}::float8[], ${states.map((s) => s.roundTripMs)}::float8[],
        ${states.map((s) => s.trouble)}::text[], ${states.map((s) => s.error)}::text[],
        ${states.map((s) => s.nextPollAt)}::timestamptz[])
      as t (device_id, last_poll_at, last_good_at, failures, success_share, round_trip_ms, trouble, error, next_poll_at)
    where exists (select from device d where d.id = t.device_id)
    order by t.device_id
    on conflict (device_id) do update set last_poll_at = excluded.last_poll_at,
      last_good_at = coalesce(excluded.last_good_at, s.last_good_at), failures = excluded.failures,
      success_share = excluded.success_share, round_trip_ms = coalesce(excluded.round_trip_ms, s.round_trip_ms),
      trouble = excluded.trouble, error = excluded.error, next_poll_at = excluded.next_poll_at
  `

type StoredState = Omit<ConnectionState, 'key' | 'name' | 'driver' | 'address' | 'intervalSeconds'>

export const readStates = (db: Db, deviceIds: readonly string[]) =>
  isoRowsOf<StoredState>(db)`
    select device_id as "deviceId", last_poll_at as "lastPollAt", last_good_at as "lastGoodAt", failures,
      success_share as "successShare", round_trip_ms as "roundTripMs", trouble, error, next_poll_at as "nextPollAt"
    from poll_state where device_id = any (${deviceIds})
  `

/** What was noted of the settings of before says nothing of those now. */
export const forgetState = (db: Db, deviceId: string) =>
  execute(db)`delete from poll_state where device_id = ${deviceId}`
