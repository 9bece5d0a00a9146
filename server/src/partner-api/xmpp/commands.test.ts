import { expect, test } from 'vitest'
import { readCommand } from './commands.ts'

test.each(['\0', '\ud83d', '\udc00', '\ufffd'])(
  'a command with %j is unreadable, since PostgreSQL could not store it and the message would be redelivered for ever',
  (character) => {
    for (const body of [`trx.A${character}.P1.0812.kunci`, `trx.A.P1.08${character}12.kunci`, `S.kunci${character}`, `${character}S.kunci`])
      expect(readCommand(body)).toEqual({ wrong: 'unreadable' })
  },
)
