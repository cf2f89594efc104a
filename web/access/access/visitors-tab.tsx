// Today's visitors at the desk of the doors, for those who work the doors and for those who manage them.
import { useHolds } from '../../kit/can.tsx'
import { NoPermission } from '../../ui/feedback/states.tsx'
import { PassesSection } from './passes-section.tsx'

export const VisitorsTab = () => {
  const operates = useHolds(['operate_doors'])
  const manages = useHolds(['manage_doors'])
  return operates || manages ? <PassesSection /> : <NoPermission missing={['operate_doors']} />
}
