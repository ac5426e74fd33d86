export { type LoopbackServer, listenOnLoopback, loopback } from '../../sandbox/http/loopback-server.ts';
