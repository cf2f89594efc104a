// Sign-ins out of the record: those of the company's accounts, and those that were refused before anybody was known.
import { provider } from '@gatehouse/contract/identity/social'
import type { SignIn, SignInKind, signIns } from '@gatehouse/contract/record/logs'
import { sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'

type SignInFilter = ListFilter<typeof signIns>

type Row = Omit<SignIn, 'kind' | 'method' | 'outcome'> & { readonly provider: string | null }

/** Whatever is not said here is about the account. */
const kinds: Record<string, SignInKind> = {
  'auth.signIn': 'sign-in',
  'auth.verify2fa': 'sign-in',
  'auth.signInWithPasskey': 'sign-in',
  'social.callback': 'sign-in',
  'auth.signOut': 'sign-out',
  'auth.endSession': 'sign-out',
  'auth.endOtherSessions': 'sign-out',
  'accounts.changePassword': 'password',
  'accounts.resetPassword': 'password',
  'accounts.forgotPassword': 'password',
}

const methods: Record<string, SignIn['method']> = {
  'auth.signIn': 'password',
  'auth.verify2fa': 'code',
  'auth.signInWithPasskey': 'passkey',
}

// Asking for something to sign with is no sign-in yet.
const unset = ['auth.passkeyChallenge', 'secondFactors.beginPasskey']

export const readSignIns = async (db: Db, companyId: string, wanted: SignInFilter): Promise<SignIn[]> => {
  const { beyond, limit } = wanted
  const conditions = sql.join(
    [
      // In the words of the partial index (0017).
      sql`a.action ~ '^(auth|social|accounts|secondFactors)[.]'`,
      sql`a.action <> all (${unset}::text[])`,
      ...filters(wanted),
      isOlder('a.at', 'a.id', beyond),
    ],
    sql` and `,
  )
  const page = sql`order by a.at desc, a.id desc limit ${sql.lit(limit)}`
  const columns = sql`a.id, a.at, a.action, a.status, a.address, a.correlation_id as "correlationId",
    a.input->>'provider' as provider`
  const rows = await isoRowsOf<Row>(db)`
    select found.*, (
      select s.agent from session s where s.user_id = found."userId" and found.status < 300
        and found.action = any (${signingIn}::text[])
        and s.created_at between found.at - interval '10 seconds' and found.at + interval '1 second'
      order by s.created_at desc limit 1) as agent
    from (
      (select ${columns}, ${whose} as who, a.user_id as "userId" from activity a
        where a.company_id = ${companyId} and ${conditions} and ${wordsIn(whose, wanted.q)} ${page})
      union all
      (select ${columns}, u.email as who, u.id as "userId" from activity a
        join users u on u.company_id = ${companyId}
          and (lower(u.email) = lower(a.input->>'email') or u.id::text = a.input->>'userId')
        where a.company_id is null and ${conditions} and ${wordsIn(sql`u.email`, wanted.q)} ${page})
    ) found
    order by at desc, id desc limit ${sql.lit(limit)}
  `
  return rows.map(signInOf)
}

// Who is refused is nobody yet, but it is known whose account it was about.
const whose = sql`case when a.user_id is null then coalesce(lower(a.input->>'email'), a.actor) else a.actor end`

const signingIn = Object.keys(kinds).filter((action) => kinds[action] === 'sign-in')

const filters = ({ from, to, kind, outcome }: SignInFilter) => [
  ...(from === undefined ? [] : [sql`a.at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`a.at < ${to}::timestamptz`]),
  ...(kind === undefined ? [] : [ofKind(kind)]),
  ...(outcome === undefined ? [] : [outcomes[outcome]]),
]

const ofKind = (kind: SignInKind) => {
  if (kind === 'second-step') return sql`a.action like 'secondFactors.%'`
  const named = Object.keys(kinds)
  if (kind === 'account') return sql`a.action <> all (${named}::text[]) and a.action not like 'secondFactors.%'`
  return sql`a.action = any (${named.filter((action) => kinds[action] === kind)}::text[])`
}

const outcomes = {
  done: sql`a.status < 400`,
  refused: sql`a.status between 400 and 499`,
  failed: sql`a.status >= 500`,
} as const

const wordsIn = (who: ReturnType<typeof sql>, q: string | undefined) =>
  q ? sql`position(lower(${q}) in lower(${who} || ' ' || coalesce(a.address, ''))) > 0` : sql`true`

const signInOf = ({ provider: named, ...row }: Row): SignIn => ({
  ...row,
  kind: row.action.startsWith('secondFactors.') ? 'second-step' : (kinds[row.action] ?? 'account'),
  method: methods[row.action] ?? provider.safeParse(named).data ?? null,
  outcome: row.status < 400 ? 'done' : row.status < 500 ? 'refused' : 'failed',
})
