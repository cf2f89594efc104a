// A floor's plan to look at: live states on the picture, and the same as a list.
import type { Placed } from '@gatehouse/contract/building/plans'
import type { ComponentType } from 'react'
import type { To } from 'react-router'
import { Empty } from '../../ui/feedback/states.tsx'
import { ChosenFloor, PlanOfFloor } from './chosen-floor.tsx'
import type { LookOf } from './look.ts'
import { PlanFrame } from './plan-frame.tsx'
import { PlanList } from './plan-list.tsx'
import { PlanMarker } from './plan-marker.tsx'

interface PlanViewProps {
  readonly look: LookOf
  /** The sheet of a device; null: it has none. */
  readonly to: (device: Placed) => To | null
  /** The device that one came for. */
  readonly marked?: string | null
  /** Where the plan can be made and arranged, for who may. */
  readonly Action?: ComponentType<{ readonly floorId: string }>
}

export const PlanView = ({ look, to, marked = null, Action }: PlanViewProps) => (
  <ChosenFloor
    renderBeside={({ floorId }) => Action && <Action floorId={floorId} />}
    none={<p>A plan belongs to a floor. Who manages sites adds floors under Door management, Places.</p>}
  >
    {({ floorId }) => (
      <PlanOfFloor key={floorId} floorId={floorId}>
        {({ plan, devices }) => (
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(16rem,22rem)] items-start gap-4 below-md:grid-cols-1">
            {plan.picture ? (
              <PlanFrame plan={plan} picture={plan.picture} count={devices.length}>
                {devices.map((device) => (
                  <PlanMarker
                    key={device.id}
                    device={device}
                    look={look}
                    to={to(device)}
                    isMarked={device.id === marked}
                  />
                ))}
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
      </PlanOfFloor>
    )}
  </ChosenFloor>
)
