import type { Hostile } from './hostile-server.ts';

/** Frames of the wire protocols, and servers that are right up to a point. */

/** A message of PostgreSQL; `length` where it lies. */
export function postgresqlMessage(type: string, body: Buffer, length = body.length + 4): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, body]);
}

/** A packet of MySQL; `length` where it lies. */
export function mysqlPacket(number: number, body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(length, 0, 3);
  header[3] = number;
  return Buffer.concat([header, body]);
}

const int16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 0xffff)]);
const text = (value: string): Buffer => Buffer.from(`${value}\0`);

export const postgresqlFrames = {
  signedIn: Buffer.concat([postgresqlMessage('R', int32(0)), postgresqlMessage('Z', Buffer.from('I'))]),
  ready: postgresqlMessage('Z', Buffer.from('I')),
  done: postgresqlMessage('C', text('OK')),
  notice: postgresqlMessage('N', Buffer.concat([text('SNOTICE'), text('Mhear, hear'), Buffer.alloc(1)])),
  /** One column of texts. */
  described: Buffer.concat([
    postgresqlMessage('1', Buffer.alloc(0)),
    postgresqlMessage('2', Buffer.alloc(0)),
    postgresqlMessage('T', Buffer.concat([int16(1), text('x'), Buffer.alloc(6), int32(25), Buffer.alloc(8)])),
  ]),
  row: (value: string) => postgresqlMessage('D', Buffer.concat([int16(1), int32(value.length), Buffer.from(value)])),
  int16,
  int32,
  text,
};

/**
 * A PostgreSQL that signs everybody in and answers commands, until a statement with parameters is asked: then `turn`
 * takes over.
 */
export function postgresqlUntilAsked(fairnessKey: (hostile: Hostile) => void): (hostile: Hostile) => void {
  return (hostile) => {
    let isStarted = false;
    hostile.socket.on('data', (chunk) => {
      if (!isStarted) {
        isStarted = true;
        hostile.say(postgresqlFrames.signedIn);
      } else if (chunk[0] === 0x51) hostile.say(postgresqlFrames.done, postgresqlFrames.ready);
      else if (chunk[0] === 0x50) fairnessKey(hostile);
    });
  };
}

const greeting = Buffer.concat([
  Buffer.from([10]),
  text('8.0.0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('abcdefgh'),
  Buffer.from([0, 0x0f, 0xaa, 45, 2, 0, 8, 0, 21]),
  Buffer.alloc(10),
  Buffer.from('ijklmnopqrst\0'),
  text('mysql_native_password'),
]);
const ok = (number: number): Buffer => mysqlPacket(number, Buffer.from([0, 0, 0, 2, 0, 0, 0]));
/** A column of MySQL by its type. */
const mysqlColumn = (type: number): Buffer => {
  const name = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
  return Buffer.concat([
    name('def'),
    name(''),
    name(''),
    name(''),
    name('x'),
    name(''),
    Buffer.from([0x0c, 45, 0, 0, 1, 0, 0, type, 0, 0, 0, 0, 0]),
  ]);
};
const eof = (number: number): Buffer => mysqlPacket(number, Buffer.from([0xfe, 0, 0, 2, 0]));

export const mysqlFrames = { greeting: mysqlPacket(0, greeting), ok, eof, column: mysqlColumn };

/** A MySQL that signs everybody in and sets up sessions, until a statement is prepared: then `turn` takes over. */
export function mysqlUntilAsked(
  fairnessKey: (hostile: Hostile) => void,
  cells = Buffer.from([6, ...Buffer.from('8.0.36'), 1, 0x31]),
): (hostile: Hostile) => void {
  return (hostile) => {
    hostile.say(mysqlFrames.greeting);
    let isSignedIn = false;
    hostile.socket.on('data', (chunk) => {
      if (!isSignedIn) {
        isSignedIn = true;
        return hostile.say(ok(2));
      }
      const [command] = chunk.subarray(4);
      if (command === 0x16) return fairnessKey(hostile);
      if (command !== 0x03) return;
      if (!chunk.toString('latin1').includes('VERSION()')) return hostile.say(ok(1));
      hostile.say(
        mysqlPacket(1, Buffer.from([2])),
        mysqlPacket(2, mysqlColumn(0xfd)),
        mysqlPacket(3, mysqlColumn(0x08)),
        eof(4),
        mysqlPacket(5, cells),
        eof(6),
      );
    });
  };
}

/** A server that speaks HTTP: `answer` is notified of each request by its first line. */
export function httpServer(answer: (hostile: Hostile, request: string) => void): (hostile: Hostile) => void {
  return (hostile) =>
    hostile.socket.on('data', (chunk) => {
      const line = chunk.toString('latin1').split('\r\n', 1)[0] ?? '';
      if (/^(GET|POST|DELETE) /.test(line)) answer(hostile, line);
    });
}

/** A Redis that greets and is ready, until a script is run: then `turn` takes over. */
export function redisUntilAsked(fairnessKey: (hostile: Hostile) => void): (hostile: Hostile) => void {
  const info = 'redis_version:7.0.0\r\nloading:0\r\n';
  return (hostile) =>
    hostile.socket.on('data', (chunk) => {
      for (const command of chunk.toString('latin1').split(/^(?=\*\d+\r\n)/m)) {
        if (/\r\nEVAL\r\n/i.test(command)) return fairnessKey(hostile);
        if (/\r\nINFO\r\n/i.test(command)) hostile.say(Buffer.from(`$${info.length}\r\n${info}\r\n`));
        else if (/\r\nSUBSCRIBE\r\n/i.test(command))
          hostile.say(Buffer.from('*3\r\n$9\r\nsubscribe\r\n$1\r\nx\r\n:1\r\n'));
        else hostile.say(Buffer.from('+OK\r\n'));
      }
    });
}
