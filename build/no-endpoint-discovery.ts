/** Replaces a part of DynamoDB's client that prepares a search for endpoints, which none of the client's commands makes. */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;
