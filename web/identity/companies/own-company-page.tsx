// The company one is in, at a glance.
import * as companies from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { CompanyOverview } from './company-overview.tsx'
import { NoCompany } from './no-company.tsx'

export const OwnCompanyPage = () => {
  const query = useQuery(queryOf(companies.mine, {}))
  return (
    <>
      <PageHeader
        title={query.data?.company.name ?? 'Company'}
        lead={query.data && 'Your company'}
        action={
          query.data && (
            <Button variant="outlined" component={Link} to="/company/details">
              Company profile
            </Button>
          )
        }
      />
      {isStatus(query.error, 404) ? (
        <NoCompany />
      ) : (
        <View op={companies.mine} query={query} rows={10} failed="Your company could not be loaded">
          {(detailed) => <CompanyOverview {...detailed} />}
        </View>
      )}
    </>
  )
}
