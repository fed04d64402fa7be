"""PPO of RLlib against a built-in player: rllib.py [--game duel] [--updates 20]

pip install "ray[rllib]" torch. The environment is parlor.gym_env; the network is RLlib's own
with masked actions, which wants its observations under other names and as fractions.
"""

import argparse

import gymnasium as gym
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import parlor


def make(config: dict) -> gym.Env:
    env = parlor.gym_env(config["game"], opponent=config["opponent"])
    spaces = parlor.spaces(config["game"])
    factor = np.ones(spaces.observation, np.float32)
    for part in spaces.parts:
        factor[part.where] = 1 / max(1, min(part.most, 100))
    shown = gym.spaces.Dict(
        {
            "observations": gym.spaces.Box(-1e3, 1e3, (spaces.observation,), np.float32),
            "action_mask": gym.spaces.Box(0, 1, (spaces.actions,), np.float32),
        }
    )

    def show(seen: dict) -> dict:
        mask = seen["action_mask"].astype(np.float32)
        if not mask.any():  # the game is over: nothing is asked, but a softmax wants something
            mask[0] = 1
        return {"observations": seen["observation"] * factor, "action_mask": mask}

    return gym.wrappers.TransformObservation(env, show, shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="duel")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--runners", type=int, default=0)
    given = parser.parse_args()
    register_env("parlor", make)
    config = (
        PPOConfig()
        .environment("parlor", env_config={"game": given.game, "opponent": given.opponent})
        .env_runners(num_env_runners=given.runners, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=given.steps, minibatch_size=500, num_epochs=4, lr=5e-4)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128], "head_fcnet_activation": "relu"},
            )
        )
    )
    algo = config.build_algo()
    for update in range(1, given.updates + 1):
        shares = algo.train()["env_runners"]
        mean = shares.get("episode_return_mean", 0.0)
        print(f"update {update}: wins {0.5 + mean / 2:.0%}", flush=True)
    algo.stop()


if __name__ == "__main__":
    main()
