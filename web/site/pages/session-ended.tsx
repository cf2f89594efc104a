// Says at the home page that a session has ended.
import { messages } from '@gatehouse/contract/identity/auth'
import { Banner } from '../../ui/feedback/banner.tsx'

const bannerMs = 3_000

export const SessionEnded = () => <Banner text={messages.sessionEnded} state="warning" forMs={bannerMs} />
