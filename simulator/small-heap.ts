// First import of the process: the simulator has little to do and must not take memory from the server beside it. Here
// rather than on the command line so that it holds whoever starts the process.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--optimize-for-size')
