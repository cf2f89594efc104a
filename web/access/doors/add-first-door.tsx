// The way out where there are no doors yet, for whoever may set one up.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import { NextStep } from '../../ui/feedback/next-step.tsx'

export const AddFirstDoor = () => (
  <NextStep op={doorSetup.add} to="/door-management/doors?do=add">
    Add door
  </NextStep>
)
