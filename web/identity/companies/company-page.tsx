// A company by its name: one's own, or any for who looks after all of them.
import * as companies from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { CompanyOverview } from './company-overview.tsx'
import { SwitchButton } from './switch-button.tsx'

export const CompanyPage = () => {
  const { name = '' } = useParams()
  const query = useQuery(queryOf(companies.byName, { name }))
  const current = useSession().user?.company?.id
  const looksAfterAll = useHolds(['manage_companies'])
  const company = query.data?.company
  const here = company?.id === current
  return (
    <>
      <PageHeader
        title={company?.name ?? name}
        lead={company && here && 'You are in this company'}
        {...(looksAfterAll ? { breadcrumbs: [{ label: 'Companies', to: '/companies' }] } : {})}
        action={company && looksAfterAll && !here && <SwitchButton company={company} prominent />}
      />
      {isStatus(query.error, 404) || isStatus(query.error, 422) ? (
        <Empty title="There is no company of this name">
          <p>It may have another name by now, or it is not yours to see.</p>
          <Button component={Link} to={looksAfterAll ? '/companies' : '/companydetails'} variant="outlined">
            {looksAfterAll ? 'Go to companies' : 'Go to your own company'}
          </Button>
        </Empty>
      ) : (
        <View op={companies.byName} query={query} rows={10} failed="The company could not be loaded">
          {(detailed) => <CompanyOverview {...detailed} />}
        </View>
      )}
    </>
  )
}
