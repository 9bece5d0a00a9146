import { expect, test } from 'vitest'
import { readCommand } from './commands.ts'

test.each(['\0', '\ud83d', '\udc00', '\ufffd'])(
  'a command with %j is not read, since it could not be kept: the message would come again for ever',
  (letter) => {
    for (const body of [`trx.A${letter}.P1.0812.kunci`, `trx.A.P1.08${letter}12.kunci`, `S.kunci${letter}`, `${letter}S.kunci`])
      expect(readCommand(body)).toEqual({ wrong: 'unreadable' })
  },
)
