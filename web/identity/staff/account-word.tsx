// Whether a member of staff can sign in.
import type { Member } from '@gatehouse/contract/identity/staff'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

export const AccountWord = ({ account }: Pick<Member, 'account'>) => {
  if (account === 'active') return <StatusWord state="normal" word="Active account" />
  if (account === 'suspended') return <StatusWord state="warning" word="Account suspended" />
  return <StatusWord state="unknown" icon="person" word="No account" />
}
