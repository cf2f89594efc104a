// A floor's plan to look at: live states on the picture, and the same as a list.
import * as plans from '@gatehouse/contract/building/plans'
import type { Placed, Plan } from '@gatehouse/contract/building/plans'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { FloorChoice } from './floor-choice.tsx'
import type { LookOf } from './look.ts'
import { PlanFrame } from './plan-frame.tsx'
import { PlanList } from './plan-list.tsx'
import { PlanMarker } from './plan-marker.tsx'
import styles from './plans.module.css'
import { useFloor } from './use-floor.ts'

interface PlanViewProps {
  readonly look: LookOf
  /** The sheet of a device; null: it has none. */
  readonly to: (device: Placed) => To | null
  /** Where the plan can be made and arranged, for who may. */
  readonly Action?: ComponentType<{ readonly floorId: string }>
}

export const PlanView = ({ look, to, Action }: PlanViewProps) => {
  const { query, floors, floor, choose } = useFloor()
  return (
    <View op={plans.list} query={query} skeleton={<Bones />} failed="The plans could not be loaded">
      {() =>
        floor ? (
          <div className="grid grid-cols-1 content-start gap-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <FloorChoice floors={floors} floor={floor} onChoose={choose} />
              {Action && <Action floorId={floor.floorId} />}
            </div>
            <Floor key={floor.floorId} floor={floor} look={look} to={to} />
          </div>
        ) : (
          <Empty title="No floors yet">
            <p>A plan belongs to a floor. Who manages sites adds floors under Door management, Places.</p>
          </Empty>
        )
      }
    </View>
  )
}

const Bones = () => (
  <div className="grid grid-cols-1 content-start gap-4">
    <SkeletonRows rows={1} />
    <div className="h-[60vh] min-h-[20rem] rounded bg-line" />
  </div>
)

const Floor = ({ floor, look, to }: Pick<PlanViewProps, 'look' | 'to'> & { readonly floor: Plan }) => {
  const query = useQuery(queryOf(plans.byFloor, { floorId: floor.floorId }))
  return (
    <View
      op={plans.byFloor}
      query={query}
      skeleton={<div className="h-[60vh] min-h-[20rem] rounded bg-line" />}
      failed="The plan could not be loaded"
    >
      {({ plan, devices }) => (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(16rem,22rem)] items-start gap-4 below-md:grid-cols-1">
          {plan.picture ? (
            <PlanFrame plan={plan} picture={plan.picture} count={devices.length}>
              <ul
                className={`${styles.spots} [container-type:size] pointer-events-none absolute inset-0 m-0 list-none p-0`}
              >
                {devices.map((device) => (
                  <PlanMarker key={device.id} device={device} look={look} to={to(device)} />
                ))}
              </ul>
            </PlanFrame>
          ) : (
            <Empty title={`${plan.floor} has no plan yet`}>
              <p>A picture, an SVG or a page of a PDF becomes its plan: under Door management, Plan.</p>
            </Empty>
          )}
          {devices.length > 0 ? (
            <PlanList devices={devices} look={look} to={to} />
          ) : (
            <p className="text-sm font-normal text-muted">Nothing that you may see is on this plan yet.</p>
          )}
        </div>
      )}
    </View>
  )
}
