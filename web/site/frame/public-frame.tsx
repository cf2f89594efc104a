// What every public page stands in: the top bar, or where that is hidden a small head of its own.
import type { ReactNode } from 'react'
import { usePlace } from '../../kit/place.tsx'
import { BareBar } from './bare-bar.tsx'
import { Frame, isBare } from './frame.tsx'
import { PublicBar } from './public-bar.tsx'
import { QuietNotice } from './quiet-notice.tsx'

interface PublicFrameProps {
  readonly title?: string
  readonly children: ReactNode
}

export const PublicFrame = ({ title, children }: PublicFrameProps) => (
  <Frame title={title} notice={<QuietNotice />} bar={isBare(usePlace().pathname) ? <BareBar /> : <PublicBar />}>
    {children}
  </Frame>
)
