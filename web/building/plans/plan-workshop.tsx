// Where the plans of floors are made: which floor, its picture, and the editor of what is on it.
import * as plans from '@gatehouse/contract/building/plans'
import type { Plan } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { FloorChoice } from './floor-choice.tsx'
import type { LookOf } from './look.ts'
import { PlanEditor } from './plan-editor.tsx'
import { useFloor } from './use-floor.ts'

const PictureSheet = later(async () => (await import('./picture-sheet.tsx')).PictureSheet, 'over')

export const PlanWorkshop = ({ look }: { readonly look: LookOf }) => {
  const { query, floors, floor, choose } = useFloor()
  const picture = useSheetAddress('picture')
  return (
    <View op={plans.list} query={query} rows={8} failed="The plans could not be loaded">
      {() =>
        floor ? (
          <div className="grid grid-cols-1 content-start gap-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <FloorChoice floors={floors} floor={floor} onChoose={choose} />
              {floor.picture && (
                <Button component={Link} to={picture.to('edit')} state={opensSheet} variant="outlined">
                  Change the picture
                </Button>
              )}
            </div>
            {floor.picture ? (
              <Editor key={floor.floorId} floor={floor} look={look} />
            ) : (
              <Empty title={`${floor.floor} has no plan yet`}>
                <p>
                  A picture, an SVG or a page of a PDF becomes its plan. Then everything that stands there is put on it.
                </p>
                <Button component={Link} to={picture.to('edit')} state={opensSheet} variant="contained">
                  Upload a plan
                </Button>
              </Empty>
            )}
            {picture.id !== null && <PictureSheet key={floor.floorId} plan={floor} closed={picture.closed} />}
          </div>
        ) : (
          <Empty title="No floors yet">
            <p>A plan belongs to a floor.</p>
            <Button component={Link} to="/door-management/places" variant="contained">
              Add a floor
            </Button>
          </Empty>
        )
      }
    </View>
  )
}

const Editor = ({ floor, look }: { readonly floor: Plan; readonly look: LookOf }) => {
  const query = useQuery(queryOf(plans.byFloor, { floorId: floor.floorId }))
  return (
    <View
      op={plans.byFloor}
      query={query}
      skeleton={<div className="h-[60vh] min-h-[20rem] rounded bg-line" />}
      failed="The plan could not be loaded"
    >
      {({ plan, devices }) => <PlanEditor plan={plan} placed={devices} look={look} />}
    </View>
  )
}
