// When each site is reset to nobody at night, and for how long counts are stored.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { counted } from '../../kit/counted.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'

const ResetForm = later(async () => (await import('./settings-forms.tsx')).ResetForm, 'over')
const RetentionForm = later(async () => (await import('./settings-forms.tsx')).RetentionForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

/** Without a choice of the company. */
const installationDays = 400

export const SettingsSection = () => {
  const query = useQuery(queryOf(occupancy.settings, {}))
  const reset = useSheetAddress('reset')
  const retention = useSheetAddress('retention')
  const mayChange = useMissing(occupancy.setReset).length === 0
  const open = query.data?.sites.find(({ siteId }) => siteId === reset.id)
  return (
    <section className="grid max-w-[60rem] grid-cols-1 gap-4" aria-label="Settings of people counting">
      <View op={occupancy.settings} query={query} rows={5} failed="The settings could not be loaded">
        {({ sites, keepDays }) => (
          <>
            <Card title="Nightly reset">
              <p className="px-4 pb-3 text-muted">
                At that time a site is set to nobody, on nights on which it may be empty: every counter online, and
                nobody moving. Otherwise it is left out, and the corrections say why.
              </p>
              <Facts>
                {sites.map(({ siteId, site, resetAt, quietHours }) => (
                  <Fact key={siteId} label={site}>
                    <span className="flex flex-wrap items-center justify-between gap-2">
                      {resetAt === null
                        ? 'Not reset at night'
                        : `At ${resetAt}, after ${counted(quietHours, 'hour')} without movement`}
                      <Can op={occupancy.setReset}>
                        <Change to={reset.to(siteId)} label={`Change the reset of ${site}`} />
                      </Can>
                    </span>
                  </Fact>
                ))}
              </Facts>
            </Card>
            <Card title="How long counts are stored">
              <Facts>
                <Fact label="Stored for">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    {keepDays === null ? `${installationDays} days, as the installation` : counted(keepDays, 'day')}
                    <Can op={occupancy.setRetention}>
                      <Change to={retention.to('change')} label="Change how long counts are stored" />
                    </Can>
                  </span>
                </Fact>
              </Facts>
            </Card>
            {reset.id !== null &&
              (open && mayChange ? (
                <ResetForm key={reset.id} settings={open} closed={reset.closed} />
              ) : (
                <GoneSheet
                  name="Nightly reset"
                  title="This site is not there"
                  says="It may be gone or hidden from you, or you may not change settings."
                  closed={reset.closed}
                />
              ))}
            {retention.id !== null && mayChange && <RetentionForm keepDays={keepDays} closed={retention.closed} />}
          </>
        )}
      </View>
    </section>
  )
}

const Change = ({
  to,
  label,
}: {
  readonly to: ReturnType<ReturnType<typeof useSheetAddress>['to']>
  readonly label: string
}) => (
  <Button size="small" variant="outlined" component={Link} to={to} state={opensSheet} aria-label={label}>
    Change
  </Button>
)
