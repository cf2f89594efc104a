// Calls that succeed for every operation of first steps, saved views, contact messages and sound that is on record.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import * as sound from '@gatehouse/contract/messages/sound'
import * as savedViews from '@gatehouse/contract/system/saved-views'
import * as setup from '@gatehouse/contract/system/setup'
import { v7 as uuid } from 'uuid'
import type { AdminCalls } from './audited.testing.ts'

export const installationCalls: AdminCalls = (of) => {
  const aMessage = async () => {
    const messageId = uuid()
    await of().server.store.pool.query(
      `insert into contact_message (id, name, email, company, topic, message, address, proof)
       values ($1, 'Kwame Mensah', 'kwame@example.org', '', 'other', 'Good morning', '', $2)`,
      [messageId, Buffer.from(messageId)],
    )
    return messageId
  }
  const aView = () => ({ page: '/doors', name: `View ${uuid()}`, query: 'attention=true' })
  const aSavedView = async () => (await of().admin.call(savedViews.save, aView())).view.id
  return [
    [savedViews.save, aView],
    [savedViews.change, async () => ({ id: await aSavedView(), name: `View ${uuid()}`, shared: true })],
    [savedViews.remove, async () => ({ id: await aSavedView() })],
    [contactMessages.handle, async () => ({ messageId: await aMessage(), handled: true })],
    [setup.change, () => ({ hidden: true })],
    [setup.testMail, () => ({})],
    [sound.choose, () => ({ ...sound.usualSound, alarm: 'siren' })],
  ]
}
