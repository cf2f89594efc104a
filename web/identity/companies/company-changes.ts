// Changing companies, and being in another one: what the change was about is asked for again.
import * as companies from '@gatehouse/contract/identity/companies'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { call } from '../../kit/data/api.ts'
import { queryClient } from '../../kit/data/queries.ts'
import { adoptSession } from '../../kit/session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'

export const changeCompany = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op>> => {
  const answer = await call(op, input)
  await queryClient().invalidateQueries({ predicate: ({ queryKey: [name] }) => isAboutCompanies(name) })
  return answer
}

/** The application begins anew in the other company, at `to` or where one is. */
export const switchCompany = async (companyId: string, to?: string): Promise<void> => {
  const { token, user } = await call(companies.switchTo, { companyId })
  await adoptSession({ token, user }, to)
  toast('success', `You are in ${user.company?.name ?? 'another company'} now.`)
}

// Whoever joins is among the people.
const isAboutCompanies = (name: unknown) => typeof name === 'string' && /^GET \/(compan|staff|users|roles)/.test(name)
