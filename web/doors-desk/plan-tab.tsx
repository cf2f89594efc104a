// The live plan for those who work with doors: a door opens its sheet over it.
import { LivePlan } from '../door-management/live-plan.tsx'
import { useSheetAddress } from '../ui/sheet-link.ts'

export const PlanTab = () => {
  const { to } = useSheetAddress('door')
  return <LivePlan to={(device) => (device.kind === 'door' ? to(device.id) : null)} />
}
