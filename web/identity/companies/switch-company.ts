// Being in another company.
import * as companies from '@gatehouse/contract/identity/companies'
import { call } from '../../kit/data/api.ts'
import { adoptSession } from '../../kit/session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** The application begins anew in the other company, at `to` or where one is. */
export const switchCompany = async (companyId: string, to?: string): Promise<void> => {
  const { token, user } = await call(companies.switchTo, { companyId })
  await adoptSession({ token, user }, to)
  toast('success', `You are in ${user.company?.name ?? 'another company'} now.`)
}
