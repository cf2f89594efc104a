// Calls that succeed for every operation of first steps, contact messages and sound that is on record.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import * as sound from '@gatehouse/contract/messages/sound'
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
  return [
    [contactMessages.handle, async () => ({ messageId: await aMessage(), handled: true })],
    [setup.change, () => ({ hidden: true })],
    [setup.testMail, () => ({})],
    [sound.choose, () => ({ ...sound.usualSound, alarm: 'siren' })],
  ]
}
