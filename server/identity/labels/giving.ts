// The rule of giving labels: asked inside the transaction that gives, of what the giver has at that moment.
import { type Db, rowsOf } from '../../db/pool.ts'
import { notFound, Refusal } from '../../kit/errors.ts'

/** Who gives labels, where, and holding which permissions. */
export interface Giver {
  readonly userId: string
  readonly companyId: string
  readonly permissions: ReadonlySet<string>
}

interface Known {
  readonly id: string
  readonly name: string
  readonly has: boolean
}

/** 404 for labels of elsewhere, 403 for those that the giver does not have; `admin_access` gives any. */
export const demandGivableLabels = async (db: Db, giver: Giver, labelIds: readonly string[]): Promise<void> => {
  const known = await among(db, giver, labelIds)
  if (known.length < new Set(labelIds).size) throw notFound('This label')
  if (giver.permissions.has('admin_access')) return
  const lack = known.filter((label) => !label.has).map((label) => label.name)
  if (lack.length > 0) throw new Refusal(403, 'FORBIDDEN', `You do not have these labels yourself: ${lack.join(', ')}.`)
}

/** Those of the labels that still exist and that the giver may give. */
export const givableLabels = async (db: Db, giver: Giver, labelIds: readonly string[]): Promise<string[]> => {
  const known = await among(db, giver, labelIds)
  return known.filter((label) => label.has || giver.permissions.has('admin_access')).map((label) => label.id)
}

export const giveLabels = async (tx: Db, userId: string, labelIds: readonly string[]): Promise<void> => {
  if (labelIds.length === 0) return
  await tx
    .insertInto('user_label')
    .values(labelIds.map((label_id) => ({ user_id: userId, label_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const takeLabels = async (tx: Db, userId: string, labelIds: readonly string[]): Promise<void> => {
  if (labelIds.length === 0) return
  await tx.deleteFrom('user_label').where('user_id', '=', userId).where('label_id', 'in', labelIds).execute()
}

const among = async (db: Db, giver: Giver, labelIds: readonly string[]): Promise<Known[]> => {
  if (labelIds.length === 0) return []
  return rowsOf<Known>(db)`
    select l.id, l.name, exists (select from user_label ul where ul.label_id = l.id and ul.user_id = ${giver.userId}) as has
    from label l where l.company_id = ${giver.companyId} and l.id = any (${[...labelIds]}::uuid[]) order by l.sort_key, l.id
  `
}
