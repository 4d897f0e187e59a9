import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { FirestoreServer, FirestoreStateDocument } from '@firestore-emulator/server';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

export interface TestFirestore {
  /** The value of FIRESTORE_EMULATOR_HOST for the panel. */
  address: string;
  db: Firestore;
  project: string;
  /** The collections that were queried, in order. */
  queries: string[];
  /**
   * Queries fail for collections whose path contains this text or matches this pattern. If the text is empty, no query
   * fails.
   */
  failing: string | RegExp;
  /** True if writes fail. */
  refusing: boolean;
  /** The time in milliseconds by which every response is delayed. */
  delay: number;
  /**
   * After this number of further bytes, the responses stop (`silence`) or the connection breaks (`break`). If
   * undefined, neither happens.
   */
  endsAfter?: { bytes: number; how: 'silence' | 'break' };
  clear(): void;
  /** Returns all documents with their paths and fields as JSON. */
  dump(): string;
  stop(): Promise<void>;
}

let apps = 0;

// The emulator refuses queries for nested fields, such as `author.id`, which Firestore supports.
const { getField } = FirestoreStateDocument.prototype;
FirestoreStateDocument.prototype.getField = function findField(path) {
  const [first = '', ...nested] = path.split('.');
  return nested.reduce(
    (field, name) => (field?.type === 'map_value' ? field.value[name] : undefined),
    getField.call(this, first),
  );
};

/** Starts a Firestore emulator in this process. It uses the real protocol, and a test can make it fail. */
export async function startFirestore(): Promise<TestFirestore> {
  // Prevents a search for the metadata server, which exists only on Google's machines.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const server = new FirestoreServer();
  const port = await findFreePort();
  await server.start(port);
  apps += 1;
  const project = `demo-test-${process.pid}-${apps}`;
  process.env.FIRESTORE_EMULATOR_HOST = `127.0.0.1:${port}`;
  const app = initializeApp({ projectId: project }, project);
  const firestore: TestFirestore = {
    address: '',
    db: getFirestore(app),
    project,
    queries: [],
    failing: '',
    refusing: false,
    delay: 0,
    clear: () => server.state.clear(),
    dump: () => JSON.stringify(server.state.toJSON()),
    async stop() {
      await firestore.db.terminate();
      await deleteApp(app);
      proxy.close();
      for (const socket of sockets) socket.destroy();
      server.stop();
    },
  };
  const query = server.state.v1Query.bind(server.state);
  server.state.v1Query = (parent, structured) => {
    const collection = `${parent}/${structured.from[0]?.collection_id}`;
    firestore.queries.push(collection);
    if (firestore.failing && collection.search(toPattern(firestore.failing)) >= 0)
      throw new Error('this collection fails');
    return query(parent, structured);
  };
  const write = server.state.writeV1Document.bind(server.state);
  server.state.writeV1Document = (...call) => {
    if (firestore.refusing) throw new Error('nothing may be written');
    return write(...call);
  };
  const sockets = new Set<Socket>();
  const proxy = await startSlowProxy(port, sockets, firestore);
  firestore.address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return firestore;
}

/** Starts a proxy that passes on all data, but delays or drops responses as `errors` specifies. */
async function startSlowProxy(port: number, sockets: Set<Socket>, errors: TestFirestore) {
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    let isLost = false;
    near.pipe(far);
    // A connection that has lost data is unusable. The next request closes it.
    near.on('data', () => void (isLost && !errors.endsAfter && near.destroy()));
    far.on('data', (chunk) => {
      const { endsAfter } = errors;
      if (endsAfter) endsAfter.bytes -= chunk.length;
      const isOver = endsAfter !== undefined && endsAfter.bytes < 0;
      if (isOver) isLost = true;
      if (isOver && endsAfter.how === 'break') near.destroy();
      if (!isLost) setTimeout(() => near.destroyed || near.write(chunk), errors.delay);
    });
  });
  return listen(proxy);
}

/** Opens a port on this machine that accepts connections and never responds. */
export async function openSilentPort(): Promise<{ address: string; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = await listen(createServer((socket) => void sockets.add(socket)));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns a port on this machine on which no server listens. */
export async function findFreePort(): Promise<number> {
  const probe = await listen(createServer());
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function toPattern(failing: string | RegExp): RegExp {
  return typeof failing === 'string' ? new RegExp(failing.replace(/[+.]/g, '\\$&')) : failing;
}
