// Loaded into the programs that a command runs: when the command dies without a word, they end in order as well.
// What they fork inherits this file and has a channel too, but another parent.
if (process.channel && process.ppid === Number(process.env.GATEHOUSE_COMMAND_PID)) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
