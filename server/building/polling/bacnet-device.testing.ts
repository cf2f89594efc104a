// A BACnet/IP device for tests: the server of the library itself, on UDP, and one in front of it that changes what it answers.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import * as bacnet from '@bacnet-js/client'
import { Client } from './bacnet-session.ts'
import { freePort } from './devices.testing.ts'

export interface Analog {
  readonly value: number
  readonly flags?: readonly bacnet.StatusFlags[]
  readonly reliability?: number
  readonly units: number
  readonly name?: string
  readonly description?: string
}

// What comes over the wire are numbers.
const types: Readonly<Record<'device' | 'analogInput' | 'analogValue' | 'binaryInput', number>> = {
  device: bacnet.ObjectType.DEVICE,
  analogInput: bacnet.ObjectType.ANALOG_INPUT,
  analogValue: bacnet.ObjectType.ANALOG_VALUE,
  binaryInput: bacnet.ObjectType.BINARY_INPUT,
}
const ids = bacnet.PropertyIdentifier
const objectList: number = ids.OBJECT_LIST
const { ApplicationTag: T } = bacnet
const vendorId = 260

const text = (value: string | undefined) => (value === undefined ? undefined : { type: T.CHARACTER_STRING, value })

const propertyOf = (
  { value, units, flags, reliability, name, description }: Analog,
  property: number,
): bacnet.BACNetAppData | undefined => {
  const of: Readonly<Record<number, bacnet.BACNetAppData | undefined>> = {
    [ids.PRESENT_VALUE]: { type: T.REAL, value },
    [ids.UNITS]: { type: T.ENUMERATED, value: units },
    [ids.STATUS_FLAGS]: { type: T.BIT_STRING, value: new bacnet.StatusFlagsBitString(...(flags ?? [])) },
    [ids.RELIABILITY]: reliability === undefined ? undefined : { type: T.ENUMERATED, value: reliability },
    [ids.OBJECT_NAME]: text(name),
    [ids.DESCRIPTION]: text(description),
  }
  return of[property]
}

/** A BACnet/IP device of that instance, on UDP. */
export const aBacnetDevice = async (instance: number, analogs: Record<number, Analog>) => {
  const port = await freePort()
  const client = new Client({ port, interface: '127.0.0.1' })
  const listening = Promise.withResolvers<void>()
  client.on('listening', () => listening.resolve())
  await listening.promise
  const device = {
    port,
    analogs,
    /** Analog values, by their instance. */
    values: {} as Record<number, Analog>,
    silent: false,
    knowsMultiple: true,
    /** Answers the list of its objects as a whole. */
    listsWhole: true,
    multiple: 0,
    single: 0,
    /** Who-Is is answered to this address in the place of whoever asked. */
    answersTo: null as string | null,
  }
  const objects = () => [
    { type: types.device, instance },
    { type: types.binaryInput, instance: 1 },
    ...Object.keys(device.analogs).map((of) => ({ type: types.analogInput, instance: Number(of) })),
    ...Object.keys(device.values).map((of) => ({ type: types.analogValue, instance: Number(of) })),
  ]
  const ofDevice: Readonly<Record<number, string>> = {
    [ids.OBJECT_NAME]: `Device ${instance}`,
    [ids.VENDOR_NAME]: 'Sensors & Sons',
    [ids.MODEL_NAME]: 'GD-4',
  }
  const listOf = (index: number): bacnet.BACNetAppData[] => {
    const all = objects().map((value) => ({ type: T.OBJECTIDENTIFIER, value }))
    if (index === bacnet.ASN1_ARRAY_ALL) return device.listsWhole ? all : []
    return index === 0 ? [{ type: T.UNSIGNED_INTEGER, value: all.length }] : all.slice(index - 1, index)
  }
  /** Nothing: it is refused. */
  const valuesOf = (type: number, of: number, property: number, index: number): bacnet.BACNetAppData[] => {
    if (type === types.device && of === instance)
      return property === objectList ? listOf(index) : [text(ofDevice[property]) ?? []].flat()
    const analog =
      type === types.analogInput ? device.analogs[of] : type === types.analogValue ? device.values[of] : undefined
    return analog ? [propertyOf(analog, property) ?? []].flat() : []
  }
  client.on('whoIs', ({ payload, header }) => {
    const { lowLimit = 0, highLimit = instance } = payload
    if (device.silent || !header || instance < lowLimit || instance > highLimit) return
    const receiver = device.answersTo === null ? header.sender : { address: device.answersTo }
    client.iAmResponse(receiver, instance, bacnet.Segmentation.NO_SEGMENTATION, vendorId)
  })
  client.on('readProperty', ({ payload, header, service = 0, invokeId = 0 }) => {
    if (device.silent || !header) return
    device.single++
    const { objectId, property } = payload
    const values = valuesOf(objectId.type, objectId.instance, property.id, property.index)
    if (values.length > 0) client.readPropertyResponse(header.sender, invokeId, objectId, property, values)
    else
      client.errorResponse(header.sender, service, invokeId, bacnet.ErrorClass.OBJECT, bacnet.ErrorCode.UNKNOWN_OBJECT)
  })
  client.on('readPropertyMultiple', ({ payload, header, service = 0, invokeId = 0 }) => {
    if (device.silent || !header) return
    device.multiple++
    if (!device.knowsMultiple)
      return client.errorResponse(header.sender, service, invokeId, bacnet.ErrorClass.SERVICES, 9)
    const refusal = { value: { type: 'BacnetError', errorClass: bacnet.ErrorClass.OBJECT, errorCode: 31 } }
    const answer = ({ objectId, properties }: bacnet.BACNetReadAccessSpecification): bacnet.BACNetReadAccess => ({
      objectId,
      values: properties.map((property) => {
        const values = valuesOf(objectId.type, objectId.instance, property.id, property.index)
        return { property, value: values.length > 0 ? values : [refusal] }
      }),
    })
    client.readPropertyMultipleResponse(header.sender, invokeId, payload.properties.map(answer))
  })
  return Object.assign(device, {
    stop() {
      client.close()
    },
  })
}

/** An UDP socket on this machine, for a device that answers what a test wants. */
export const aUdpSocket = async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** In front of a device: `answers` makes of each answer what is sent in its place; what the asker sends goes to `heard` too. */
export const inFrontOf = async (
  device: { readonly port: number },
  answers: (answer: Buffer) => readonly Buffer[],
  heard: (request: Buffer, send: (answer: Buffer) => void) => boolean = () => false,
) => {
  const [front, back] = [await aUdpSocket(), await aUdpSocket()]
  let asking = { port: 0, address: '' }
  const send = (answer: Buffer) => front.send(answer, asking.port, asking.address)
  front.on('message', (request, from) => {
    asking = from
    if (!heard(request, send)) back.send(request, device.port, '127.0.0.1')
  })
  back.on('message', (answer) => answers(answer).forEach(send))
  return {
    port: front.address().port,
    stop() {
      front.close()
      back.close()
    },
  }
}
