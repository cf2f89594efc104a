// The profile of the company one is in: its facts, what it asks of its people's security, and who asks to join it.
import * as companies from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Cards, Columns } from '../../ui/primitives/columns.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { View } from '../../ui/feedback/states.tsx'
import { CompanyFacts } from './company-overview.tsx'
import { JoinRequestsCard } from './join-requests-card.tsx'
import { NoCompany } from './no-company.tsx'

const CompanyForm = later(async () => (await import('./company-form.tsx')).CompanyForm, 'over')

export const CompanyProfilePage = () => (useMissing(companies.mine).length === 0 ? <Profile /> : <InBrief />)

const Profile = () => {
  const query = useQuery(queryOf(companies.mine, {}))
  const edited = useSheetAddress('edit')
  const mayEdit = useMissing(companies.update).length === 0
  if (isStatus(query.error, 404)) {
    return (
      <>
        <PageHeader title="Company profile" />
        <NoCompany />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Company profile"
        lead={query.data?.company.name}
        breadcrumbs={[{ label: 'Company', to: '/companydetails' }]}
      />
      <View op={companies.mine} query={query} rows={10} failed="Your company could not be loaded">
        {({ company }) => (
          <Columns split="minmax(0, 3fr) minmax(20rem, 2fr)">
            <Cards>
              <Can op={companies.joinRequests}>
                <JoinRequestsCard />
              </Can>
              <CompanyFacts
                company={company}
                action={
                  mayEdit ? (
                    <Button component={Link} to={edited.to('facts')} state={opensSheet}>
                      Edit
                    </Button>
                  ) : (
                    <span className="text-muted">Changed by who manages the settings</span>
                  )
                }
              />
            </Cards>
            <Can op={companies.setPolicy}>
              <Card title="Security policy" action={<Link to="/settings/security">Change</Link>}>
                <p className="px-4 pt-2 pb-4">
                  The rules for passwords, two-factor authentication and sessions are in the security settings.
                </p>
              </Card>
            </Can>
            {mayEdit && edited.id === 'facts' && (
              <CompanyForm key={company.id} company={company} closed={edited.closed} />
            )}
          </Columns>
        )}
      </View>
    </>
  )
}

// To whom the company itself is not open: what they know of it anyway, being in it.
const InBrief = () => {
  const company = useSession().user?.company ?? null
  return (
    <>
      <PageHeader title="Company profile" lead={company?.name} />
      {company === null ? (
        <NoCompany />
      ) : (
        <Card title="Details">
          <Facts>
            <Fact label="Name">{company.name}</Fact>
            <Fact label="Time zone">{company.timeZone.replaceAll('_', ' ')}</Fact>
          </Facts>
          <p className="px-4 pt-2 pb-4 text-muted">
            Its address and phone are shown to those who may see the company in full. An administrator of it can give
            you that.
          </p>
        </Card>
      )}
    </>
  )
}
