// Plans being made: the picture of each floor, and where on it everything is.
import { registerCorrections } from '../kit/live-cache.ts'
import { PlanWorkshop } from '../plans/plan-workshop.tsx'
import { lookOf } from './device-look.ts'
import { planLive } from './plan.live.ts'

registerCorrections(planLive)

export const PlanSection = () => <PlanWorkshop look={lookOf} />
