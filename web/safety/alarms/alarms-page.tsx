// The working list of alarms, and over it the sheet of the one that the address names.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { useLocation, useParams } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { MuteAlarms } from '../../ui/feedback/mute-alarms.tsx'
import { NoPage } from '../../ui/feedback/no-page.tsx'
import { NoPermission } from '../../ui/feedback/states.tsx'
import { LogPage } from '../../ui/logs/log-view.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { UnderSheet } from '../../ui/sheets/under-sheet.tsx'
import { AlarmsList } from './alarms-list.tsx'

const AlarmSheet = later(async () => (await import('./alarm-sheet.tsx')).AlarmSheet, 'over')

const home = '/alarms'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `/alarms` and `/alarms/{id}`. */
export const AlarmsPage = () => {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  const missing = useMissing(alarms.list)
  if (rest !== '' && !uuid.test(rest)) return <NoPage to={home}>Go to the alarms</NoPage>
  if (missing.length > 0) {
    return (
      <>
        <PageHeader title="Alarms" />
        <NoPermission missing={missing} />
      </>
    )
  }
  return (
    <LogPage>
      <PageHeader
        title="Alarms"
        action={
          // Elsewhere it stands in the bar.
          <span className="from-md:hidden">
            <MuteAlarms />
          </span>
        }
      />
      <UnderSheet path={home}>
        <AlarmsList />
      </UnderSheet>
      {rest !== '' && <AlarmSheet key={rest} id={rest} closed={{ pathname: home, search }} />}
    </LogPage>
  )
}
