// How a connection to the server is opened: by the socket library, and in tests by their server.
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { singleton } from '../application.ts'

export type OpenSocket = (url: string, options: Partial<ManagerOptions & SocketOptions>) => Socket

export const openSocket = singleton((): OpenSocket => io)
