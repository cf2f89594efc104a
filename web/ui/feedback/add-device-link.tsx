// The way out of an empty list of devices, for whoever may add one.
import * as devices from '@gatehouse/contract/building/devices'
import type { ReactNode } from 'react'
import { NextStep } from './next-step.tsx'

export const AddDeviceLink = ({ children }: { readonly children: ReactNode }) => (
  <NextStep op={devices.register} to="/settings/integrations/devices?add=new">
    {children}
  </NextStep>
)
