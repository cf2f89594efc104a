// Plans being made: the picture of each floor, and where on it everything is.
import { registerCorrections } from '../../kit/live/live-cache.ts'
import { PlanWorkshop } from '../../building/plans/plan-workshop.tsx'
import { useLook } from './device-look.tsx'
import { planLive } from './plan.live.ts'

registerCorrections(planLive)

export const PlanSection = () => <PlanWorkshop look={useLook()} />
