// Loaded into the programs that a command runs: when the command dies without a word, they end in order as well.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
