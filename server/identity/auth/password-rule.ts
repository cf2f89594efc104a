// Whether a new password will do: by the rule of the company, and not among those that attackers try first.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { passwordRule, strictPasswordRule } from '@gatehouse/contract/identity/account-rules'
import { messages } from '@gatehouse/contract/identity/accounts'
import type { Db } from '../../db/pool.ts'
import { invalid } from '../../kit/errors.ts'

/** Refuses with 422 at `field`. `companyId`: whose rule counts; null for accounts of no company. */
export const demandGoodPassword = async (
  db: Db,
  companyId: string | null,
  password: string,
  field = 'password',
): Promise<void> => {
  const company =
    companyId === null
      ? undefined
      : await db.selectFrom('company').select(['name', 'policy']).where('id', '=', companyId).executeTakeFirst()
  const rule = isStrict(company?.policy) ? strictPasswordRule : passwordRule
  const fault =
    rule(password) ?? ((await isCommon(password, ['gatehouse', company?.name ?? ''])) ? messages.commonPassword : null)
  if (fault) throw invalid([{ field, message: fault }])
}

const isStrict = (policy: unknown): boolean =>
  typeof policy === 'object' && policy !== null && Reflect.get(policy, 'password') === 'length'

const list = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
// More than this around a word is chance enough to be no mere decoration of it.
const mostAround = 6

/** One of the 50,000 commonest, or that or one of `words` with a few digits and signs around it (`Summer2026!`). */
const isCommon = async (password: string, words: readonly string[]): Promise<boolean> => {
  const whole = password.toLowerCase()
  const core = whole.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const tried = core.length > 0 && whole.length - core.length <= mostAround ? [whole, core] : [whole]
  // Read each time and kept by nobody: half a megabyte for a millisecond, a few times a day.
  const common = await readFile(list, 'utf8')
  return tried.some((word) => common.includes(JSON.stringify(word)) || words.some((own) => own.toLowerCase() === word))
}
