// Says at the home page that a session has ended.
import { messages } from '@gatehouse/contract/auth'
import { Banner } from '../ui/banner.tsx'

const bannerMs = 3_000

export const SessionEnded = () => <Banner text={messages.sessionEnded} state="warning" forMs={bannerMs} />
