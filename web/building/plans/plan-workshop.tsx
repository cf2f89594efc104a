// Where the plans of floors are made: which floor, its picture, and the editor of what is on it.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { ChosenFloor, PlanOfFloor } from './chosen-floor.tsx'
import type { LookOf } from './look.ts'
import { PlanEditor } from './plan-editor.tsx'

const PictureSheet = later(async () => (await import('./picture-sheet.tsx')).PictureSheet, 'over')

export const PlanWorkshop = ({ look }: { readonly look: LookOf }) => {
  const picture = useSheetAddress('picture')
  return (
    <ChosenFloor
      renderBeside={(floor) =>
        floor.picture && (
          <Button component={Link} to={picture.to('edit')} state={opensSheet} variant="outlined">
            Change the picture
          </Button>
        )
      }
      none={
        <>
          <p>A plan belongs to a floor.</p>
          <Button component={Link} to="/door-management/places" variant="contained">
            Add a floor
          </Button>
        </>
      }
    >
      {(floor) => (
        <>
          {floor.picture ? (
            <PlanOfFloor key={floor.floorId} floorId={floor.floorId}>
              {({ plan, devices }) => <PlanEditor plan={plan} placed={devices} look={look} />}
            </PlanOfFloor>
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
          {picture.id !== null && (
            <PictureSheet key={`picture of ${floor.floorId}`} plan={floor} closed={picture.closed} />
          )}
        </>
      )}
    </ChosenFloor>
  )
}
