// Every operation that is on record, called once with success: each says what it was done to, what changed, and is kept
// together with what it did. Read from the contract's own list: one that nobody wrote a call for fails here.
import { operations } from '@gatehouse/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, closeForCalls, openForCalls } from './audited-calls.testing.ts'
import type { TestServer } from '../testing/test-server.testing.ts'

/** Not called here, with the test that does. */
const elsewhere: Readonly<Record<string, string>> = {
  'social.callback': 'identity/social/social.test.ts: needs a provider',
  'social.connect': 'identity/social/social.test.ts: needs a provider',
  'social.disconnect': 'identity/social/social.test.ts: needs a provider',
}

/** Says neither what it was done to nor what changed. */
const speechless: Readonly<Record<string, string>> = {
  'activity.exportCsv': 'what was asked for is its input; how it went out is its end’s',
  'activity.exportJson': 'what was asked for is its input; how it went out is its end’s',
  'entryExit.exportCsv': 'what was asked for is its input; how it went out is its end’s',
  'entryExit.exportPdf': 'what was asked for is its input; how it went out is its end’s',
  'entryExit.exportXlsx': 'what was asked for is its input; how it went out is its end’s',
  'occupancy.correctionsCsv': 'what was asked for is its input; how it went out is its end’s',
  'peopleCount.flowCsv': 'what was asked for is its input; how it went out is its end’s',
}

/** Says what it was done to, and not what changed. */
const unchanged: Readonly<Record<string, string>> = {
  'accounts.changePassword': 'a password is never kept',
  'accounts.forgotPassword': 'nothing changes before the link is used',
  'accounts.resendVerification': 'nothing changes before the link is used',
  'accounts.resetPassword': 'a password is never kept',
  'auth.resend2faCode': 'another code of the same sign-in',
  'auth.signOut': 'its session ends, and that is all',
  'channels.testPush': 'sends, and changes nothing',
  'companies.requestToJoin': 'whether there is such a company is not said',
  'devices.rotateCredential': 'a secret is never kept',
  'doorSetup.renewSecret': 'a secret is never kept',
  'polling.findDevices': 'asks a network, and changes nothing',
  'polling.readObjects': 'reads a device, and changes nothing',
  'polling.tryConnection': 'reads a device, and changes nothing',
  'secondFactors.beginPasskey': 'nothing changes before it is confirmed',
  'secondFactors.beginTotp': 'nothing changes before it is confirmed',
  'secondFactors.newRecoveryCodes': 'how many there are, where that changes',
  'setup.testMail': 'sends, and changes nothing of the company',
  'users.unlock': 'what counts guesses is no part of the account',
  'users.viewAs': 'why is its reason, and it only reads',
  'webhooks.test': 'sends, and changes nothing',
}

/** Written after what it tells of. */
const afterwards: Readonly<Record<string, string>> = {
  'activity.verify': 'only reads',
  'auth.resend2faCode': 'the letter goes first: a code helps nobody who is not on record with it afterwards',
  'auth.signIn': 'nobody has the token before the entry is written',
  'auth.signInWithPasskey': 'nobody has the token before the entry is written',
  'auth.verify2fa': 'nobody has the token before the entry is written',
  'polling.findDevices': 'only reads',
  'polling.readObjects': 'only reads',
  'polling.tryConnection': 'only reads',
  'users.viewAs': 'nobody has the token before the entry is written',
}

const audited = [...operations.values()].filter((op) => op.audit)

let server: TestServer
beforeAll(async () => {
  server = await openForCalls()
  // What every transaction writes to, but for the record itself.
  await server.store.pool.query(`
    create unlogged table touched (transaction bigint, name text);
    create function touch() returns trigger language plpgsql as $$ begin
      insert into touched values (pg_current_xact_id()::text::bigint, tg_table_name);
      return null;
    end $$;
    do $$ declare t regclass; begin
      for t in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname not like 'activity%' and c.relname <> 'touched'
      loop
        execute format('create trigger touch after insert or update or delete on %s for each statement execute function touch()', t);
      end loop;
    end $$`)
})
afterAll(() => closeForCalls())

interface Entry {
  readonly subject: string | null
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
  /** What else its transaction wrote to. */
  readonly beside: string[]
}

const newest = async (action: string): Promise<Entry | undefined> => {
  const { rows } = await server.store.pool.query<Entry>(
    `select subject, before, after, array(select distinct name from touched where transaction = a.xmin::text::bigint) as beside
     from activity a where action = $1 and status < 400 order by at desc, id desc limit 1`,
    [action],
  )
  return rows[0]
}

describe('the record', () => {
  test('has a call here for every operation that is on it', () => {
    const called = new Set([...calls.map(([op]) => op.name), ...Object.keys(elsewhere)])
    expect(audited.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([])
  })

  test.concurrent.each(calls.map(([op, call]) => [op.name, op, call] as const))('of %s', async (name, op, call) => {
    await call()
    const entry = await newest(name)
    expect(entry, 'is there').toBeDefined()
    if (!entry) return
    const text = { subject: entry.subject !== null, changed: entry.before !== null || entry.after !== null }
    expect(text.subject || text.changed, 'says what it was done to or what changed').toBe(!(name in speechless))
    if (op.kind === 'command') {
      expect(text.changed, 'says what changed').toBe(!(name in unchanged))
      expect(entry.beside.length > 0, 'is kept together with what it tells of').toBe(!(name in afterwards))
    }
    expect(JSON.stringify([entry.before, entry.after])).not.toContain('(not kept)')
  })
})
